/** The first row in view. Kept outside React: it changes with every scrolled frame, and only one line of text shows it. */
export type FirstRow = {
  readonly get: () => number;
  readonly set: (row: number) => void;
  readonly watch: (hear: () => void) => () => void;
};

/** Shortest time between two notifications. */
const toldMs = 100;

export function createFirstRow(): FirstRow {
  let row = 0;
  let told = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = new Set<() => void>();
  return {
    get: () => told,
    set(next) {
      row = next;
      timer ??= setTimeout(() => {
        timer = undefined;
        told = row;
        for (const hear of heard) hear();
      }, toldMs);
    },
    watch(hear) {
      heard.add(hear);
      return () => heard.delete(hear);
    },
  };
}
