// Compiles the clone, for `npm install` in it and for `npm pack`.
export { compile as main } from "./setup/compile.js";
