// Exports the public names of the package.

export { openFolder } from "./folder.ts";
export { serveMcp } from "./serve-mcp.ts";
export { localWork } from "./work/local-work.ts";
export { remoteWork } from "./work/remote-work.ts";
