// Damages an archive as accidents and attackers do: its plan before it is built, or its bytes after.
//
// Each mutation is a name and a seed, so that shrinking can remove mutations from a failing case.

import { Random } from "../../runner/random.ts";
import { byteSequence } from "../shrink.ts";
import { type ArchivePlan, type BuiltArchive, buildZip, type HeaderPlace } from "./build-zip.ts";

/** Offset and width in bytes of the fields of each header. */
const FIELDS: Readonly<Record<HeaderPlace["kind"], readonly (readonly [offset: number, width: 2 | 4])[]>> = {
  local: [
    [0, 4],
    [4, 2],
    [6, 2],
    [8, 2],
    [10, 4],
    [14, 4],
    [18, 4],
    [22, 4],
    [26, 2],
    [28, 2],
  ],
  central: [
    [0, 4],
    [6, 2],
    [8, 2],
    [10, 2],
    [12, 4],
    [16, 4],
    [20, 4],
    [24, 4],
    [28, 2],
    [30, 2],
    [32, 2],
    [34, 2],
    [42, 4],
  ],
  end: [
    [0, 4],
    [4, 2],
    [6, 2],
    [8, 2],
    [10, 2],
    [12, 4],
    [16, 4],
    [20, 2],
  ],
};
const CENTRAL_OFFSET = 42;
const CENTRAL_METHOD = 10;
const LOCAL_METHOD = 8;

const NASTY_NAMES = [
  "../evil.xml",
  "a/../../b",
  "/etc/passwd",
  "C:/x",
  "a\\b",
  "..",
  ".",
  "a/./b",
  "",
  "a\0b",
  "a\nb",
  "//a",
  "a//b",
  "con",
  "[CONTENT_TYPES].XML",
  "WORD/document.xml",
  "word/document.xml",
  "word/document.xml/",
  "_RELS/.rels",
  "é",
  "\u202egnp.xml",
];

type PlanMutation = (plan: ArchivePlan, random: Random) => ArchivePlan;
type ByteMutation = (built: BuiltArchive, random: Random) => Uint8Array;

const planMutations = {
  "a nasty name": (plan, random) =>
    changeEntry(plan, random, (entry) => ({ ...entry, name: new TextEncoder().encode(random.pick(NASTY_NAMES)) })),
  "a name that is not UTF-8": (plan, random) =>
    changeEntry(plan, random, (entry) => ({ ...entry, isUtf8: true, name: Uint8Array.from([0x61, 0xff, 0xc3, 0x28]) })),
  "an entry twice": (plan, random) => ({
    ...plan,
    entries: plan.entries.length === 0 ? [] : [...plan.entries, random.pick(plan.entries)],
  }),
  "an entry out of order": (plan) => ({ ...plan, entries: plan.entries.toReversed() }),
  "content changed": (plan, random) =>
    changeEntry(plan, random, (entry) => {
      const content = entry.content.slice();
      if (content.length > 0) content[random.below(content.length)]! ^= 1 << random.below(8);
      return { ...entry, content };
    }),
} as const satisfies Readonly<Record<string, PlanMutation>>;

const byteMutations = {
  "a field changed": (built, random) => changeField(built, random),
  "a byte flipped": ({ bytes }, random) => {
    const flipped = bytes.slice();
    flipped[random.below(bytes.length)]! ^= 1 << random.below(8);
    return flipped;
  },
  "cut short": ({ bytes }, random) => bytes.slice(0, random.below(bytes.length)),
  "a range left out": ({ bytes }, random) => {
    const from = random.below(bytes.length);
    return byteSequence.without(bytes, from, Math.min(bytes.length, from + 1 + random.below(random.pick([1, 8, 60]))));
  },
  "a range doubled": ({ bytes }, random) => {
    const from = random.below(bytes.length);
    return insert(bytes, from, bytes.slice(from, from + 1 + random.below(random.pick([1, 8, 60]))));
  },
  "bytes put in": ({ bytes }, random) =>
    insert(bytes, random.below(bytes.length + 1), random.bytes(1 + random.below(8))),
  "bytes behind the end": ({ bytes }, random) => insert(bytes, bytes.length, random.bytes(1 + random.below(60))),
  "an end record in the comment": ({ bytes, headers }) => {
    const end = bytes.slice(headers.at(-1)!.at);
    return insert(bytes, bytes.length, end);
  },
  "two entries in one place": (built, random) => {
    const central = built.headers.filter(({ kind }) => kind === "central");
    if (central.length < 2) return built.bytes;
    const bytes = Buffer.from(built.bytes);
    const [one, other] = [random.pick(central), random.pick(central)];
    bytes.writeUInt32LE(bytes.readUInt32LE(other.at + CENTRAL_OFFSET), one.at + CENTRAL_OFFSET);
    return Uint8Array.from(bytes);
  },
  "another method": (built, random) => {
    const bytes = Buffer.from(built.bytes);
    const method = random.pick([0, 1, 6, 8, 9, 12, 14, 93, 99, 0xffff]);
    for (const { kind, at } of built.headers) {
      if (kind !== "end") bytes.writeUInt16LE(method, at + (kind === "local" ? LOCAL_METHOD : CENTRAL_METHOD));
    }
    return Uint8Array.from(bytes);
  },
} as const satisfies Readonly<Record<string, ByteMutation>>;

type PlanMutationName = keyof typeof planMutations;
type ByteMutationName = keyof typeof byteMutations;

export interface Mutation {
  readonly name: PlanMutationName | ByteMutationName;
  readonly seed: number;
}

export const mutationNames = [...Object.keys(planMutations), ...Object.keys(byteMutations)] as Mutation["name"][];

/** Returns the bytes of a plan with all mutations applied. */
export function buildMutated(plan: ArchivePlan, mutations: readonly Mutation[]): Uint8Array {
  const planned = mutations.reduce(
    (changed, { name, seed }) => (isPlanMutation(name) ? planMutations[name](changed, new Random(seed)) : changed),
    plan,
  );
  const built = buildZip(planned);
  return mutations.reduce((bytes, { name, seed }) => {
    if (isPlanMutation(name) || bytes.length === 0) return bytes;
    // Headers keep the offsets at which they were built. If a field has moved since, the mutation changes other bytes.
    const headers = built.headers.filter(({ at }) => at + LONGEST_HEADER <= bytes.length);
    if (headers.length === 0) return bytes;
    const mutate: ByteMutation = byteMutations[name];
    return mutate({ bytes, headers }, new Random(seed));
  }, built.bytes);
}

const LONGEST_HEADER = 46;

function isPlanMutation(name: Mutation["name"]): name is PlanMutationName {
  return name in planMutations;
}

function changeEntry(
  plan: ArchivePlan,
  random: Random,
  change: (entry: ArchivePlan["entries"][number]) => ArchivePlan["entries"][number],
): ArchivePlan {
  const chosen = random.below(plan.entries.length);
  return { ...plan, entries: plan.entries.map((entry, index) => (index === chosen ? change(entry) : entry)) };
}

function changeField({ bytes, headers }: BuiltArchive, random: Random): Uint8Array {
  const { kind, at } = random.pick(headers);
  const [offset, width] = random.pick(FIELDS[kind]);
  const changed = Buffer.from(bytes);
  const old = changed.readUIntLE(at + offset, width);
  const most = 2 ** (8 * width) - 1;
  const values = [
    0,
    1,
    old + 1,
    old - 1,
    old + random.below(100),
    most,
    most - 1,
    bytes.length,
    random.next(),
    old ^ (1 << random.below(16)),
    8 << 20,
    12 << 20,
  ];
  changed.writeUIntLE((random.pick(values) & most) >>> 0, at + offset, width);
  return Uint8Array.from(changed);
}

function insert(bytes: Uint8Array, at: number, added: Uint8Array): Uint8Array {
  return Uint8Array.from(Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)]));
}
