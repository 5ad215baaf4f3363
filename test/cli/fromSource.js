require("../../dist/cli/runProgram.js").runProgram(process.argv.slice(2));
