// Finds circles of imports: groups of files in which every file imports, directly or not, every other one.
//
// The cruiser can find them too, but it searches once for each edge, which takes most of its time. This search
// visits each edge once (Tarjan's strongly connected components).

/** Maps a file to the files that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

interface Visit {
  readonly index: number;
  /** The smallest index that the file reaches. */
  low: number;
}

/** Returns the files of each circle, sorted. */
export function findCycles(graph: ImportGraph): string[][] {
  const visits = new Map<string, Visit>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const cycles: string[][] = [];

  const visit = (file: string): Visit => {
    const own: Visit = { index: visits.size, low: visits.size };
    visits.set(file, own);
    open.push(file);
    isOpen.add(file);
    for (const target of graph.get(file) ?? []) {
      const known = visits.get(target);
      if (known === undefined) own.low = Math.min(own.low, visit(target).low);
      else if (isOpen.has(target)) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) {
      const group = open.splice(open.indexOf(file));
      for (const member of group) isOpen.delete(member);
      if (group.length > 1 || graph.get(file)?.includes(file) === true) cycles.push(group.sort());
    }
    return own;
  };

  for (const file of graph.keys()) if (!visits.has(file)) visit(file);
  return cycles;
}
