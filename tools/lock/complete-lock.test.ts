// Tests which entries a lock file lacks, and which entries name a registry.

import { expect, test } from "vitest";
import { entriesWithHost, missingEntries } from "./complete-lock.ts";

test("builds for other platforms that the lock file lacks are named with their platform", () => {
  const builds = {
    "@tool/linux-x64-gnu": "1.2.3",
    "@tool/linux-arm64-musl": "1.2.3",
    "@tool/linux-arm-gnueabihf": "1.2.3",
    "@tool/darwin-arm64": "1.2.3",
    "@tool/wasm32-wasi": "1.2.3",
    "@tool/by-range": "^1.0.0",
  };
  const lock = {
    packages: {
      "": { version: "0.0.0" },
      "node_modules/host/node_modules/tool": {
        version: "1.2.3",
        license: "MIT",
        dev: true,
        optionalDependencies: builds,
      },
      "node_modules/host/node_modules/@tool/linux-x64-gnu": { version: "1.2.3" },
    },
  };
  expect(missingEntries(lock)).toEqual({
    "node_modules/@tool/linux-arm64-musl": build({ cpu: ["arm64"], libc: ["musl"], os: ["linux"] }),
    "node_modules/@tool/linux-arm-gnueabihf": build({ cpu: ["arm"], libc: ["glibc"], os: ["linux"] }),
    "node_modules/@tool/darwin-arm64": build({ cpu: ["arm64"], os: ["darwin"] }),
    "node_modules/@tool/wasm32-wasi": build({ cpu: ["wasm32"], os: ["none"] }),
  });
});

function build(platform: object): object {
  return { version: "1.2.3", dev: true, license: "MIT", optional: true, ...platform };
}

test("an entry that names a registry is found, a link to a workspace is none", () => {
  const packages = {
    "node_modules/left": { resolved: "https://registry.example/left-1.0.0.tgz" },
    "node_modules/@versus/engine": { resolved: "engine" },
    "node_modules/right": { version: "1.0.0" },
  };
  expect(entriesWithHost({ packages })).toEqual(["node_modules/left"]);
});
