/**
 * Runs an installation, and once more where npm cannot remove what a killed one left half made.
 * @param {() => Promise<{ code: number, output: string }>} install
 */
async function installAgain(install) {
  const first = await install();
  return first.code !== 0 && /\bENOTEMPTY\b/.test(first.output) ? install() : first;
}

module.exports = { installAgain };
