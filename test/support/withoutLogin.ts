// For adapters in this process: a login file of the user must not take part.
import { systemFiles } from "../../provider/config/login.js";

Object.assign(systemFiles, { homedir: "/nowhere" });
