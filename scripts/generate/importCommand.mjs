/**
 * The command that takes what exists into a stack.
 * @param {string} token
 * @param {import("./schemaTypes.js").ImportDocs} docs
 */
export const importCommand = (token, { name, id }) => `pulumi import ${token} ${name} ${id}`;
