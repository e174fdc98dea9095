// Makes the clock, randomness and the locale throw when engine source uses them in a test.
//
// The test runner and the tests use the same functions. So each function is replaced by one that checks the file of its
// caller: the nearest frame of the stack that is not built in. Only files below engine/src that are not tests throw.
// If files share one module graph, this runs more than once; the second run does nothing.

const installed = Symbol.for("versus.purity");
const framesLookedAt = 8;

if (!Reflect.has(globalThis, installed)) {
  Reflect.defineProperty(globalThis, installed, { value: true });
  install();
}

function install(): void {
  guardFunction(Math, "random", "Math.random");
  guardFunction(Date, "now", "Date.now");
  guardFunction(String.prototype, "localeCompare", "localeCompare");
  const typedArray: unknown = Reflect.getPrototypeOf(Uint8Array.prototype);
  for (const owner of [Object, Array, String, Number, BigInt, Date].map((made) => made.prototype)) guardLocale(owner);
  if (typeof typedArray === "object" && typedArray !== null) guardLocale(typedArray);
  guardDate();
  guardIntl();
}

function guardLocale(owner: object): void {
  for (const name of Object.getOwnPropertyNames(owner)) {
    if (name.startsWith("toLocale")) guardFunction(owner, name, name);
  }
}

function guardFunction(owner: object, name: string, label: string): void {
  const original = Reflect.get(owner, name);
  function guarded(this: unknown, ...values: unknown[]): unknown {
    refuseEngine(label, guarded);
    return Reflect.apply(original, this, values);
  }
  Reflect.defineProperty(owner, name, { value: guarded, writable: true, configurable: true, enumerable: false });
}

function guardDate(): void {
  const original = Date;
  globalThis.Date = new Proxy(original, {
    construct: function construct(target, values, made): object {
      if (values.length === 0) refuseEngine("new Date()", construct);
      return Reflect.construct(target, values, made);
    },
    apply: function apply(target, self, values): string {
      refuseEngine("Date()", apply);
      return Reflect.apply(target, self, values);
    },
  });
  original.prototype.constructor = globalThis.Date;
}

function guardIntl(): void {
  const original = Intl;
  function get(): typeof Intl {
    refuseEngine("Intl", get);
    return original;
  }
  Reflect.defineProperty(globalThis, "Intl", { get, configurable: true, enumerable: false });
}

function refuseEngine(label: string, called: (...values: never[]) => unknown): void {
  const file = callerOf(called);
  if (!file?.includes("/engine/src/") || file.endsWith(".test.ts")) return;
  throw new Error(`${label} was called from engine source: the engine has no clock, randomness or locale`);
}

// Reads the stack as records, not as text; both settings of Error are put back before anything else runs.
function callerOf(called: (...values: never[]) => unknown): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const trace: { stack?: unknown } = {};
  Error.stackTraceLimit = framesLookedAt;
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName());
  Error.captureStackTrace(trace, called);
  const files = trace.stack;
  Error.stackTraceLimit = stackTraceLimit;
  if (prepareStackTrace) Error.prepareStackTrace = prepareStackTrace;
  else Reflect.deleteProperty(Error, "prepareStackTrace");
  return Array.isArray(files) ? files.find((file) => typeof file === "string" && !file.startsWith("node:")) : undefined;
}
