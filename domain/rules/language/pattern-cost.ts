import type { RE2JS } from 're2js';

/** An instruction of a compiled pattern, as the engine keeps it. */
type Instruction = {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: ArrayLike<number>;
  matchRune(rune: number): boolean;
};
type Program = { readonly inst: readonly Instruction[]; readonly start: number };

/** Operations of the engine. Two follow both branches, and `rune` to `anyButNewline` read a character. */
const op = { alt: 1, altMatch: 2, fail: 5, match: 6, rune: 8, anyButNewline: 11 } as const;
const readsRune = ({ op: kind }: Instruction): boolean => kind >= op.rune && kind <= op.anyButNewline;

/** Above this number of different characters, the width counts every instruction. */
const mostSamples = 6000;

/**
 * The most instructions that can be active at one character of any text, which bounds the engine's work per character. `(\w?){100}`
 * has about 200: each repetition may be the current one. A list of words has few, because a character fits few of their letters.
 */
export function patternWidth(pattern: RE2JS): number {
  // The engine does not declare its program in its types, but offers it to code that needs it.
  const { prog } = (pattern as unknown as { re2(): { prog: Program } }).re2();
  const readers = prog.inst.flatMap((inst) => (readsRune(inst) ? [inst] : []));
  const classes = new Map<string, { readonly inst: Instruction; readonly next: Set<number> }>();
  for (const inst of readers) {
    const key = classKey(inst);
    const known = classes.get(key) ?? { inst, next: new Set() };
    known.next.add(inst.out);
    classes.set(key, known);
  }
  const samples = samplesOf([...classes.values()].map(({ inst }) => inst));
  if (samples.size > mostSamples) return prog.inst.length;
  const closed = closure(prog, [prog.start]);
  let width = closed.size;
  const seen = new Set<string>();
  for (const rune of samples) {
    const fitting = [...classes].flatMap(([key, { inst, next }]) => (fits(inst, rune) ? [{ key, next }] : []));
    const signature = fitting.map(({ key }) => key).join('|');
    if (seen.has(signature)) continue;
    seen.add(signature);
    width = Math.max(width, closure(prog, [prog.start, ...fitting.flatMap(({ next }) => [...next])]).size);
  }
  return width;
}

/** Equal for instructions that read the same characters. A joined text of all ranges would take 60 ms for `\p{L}{1000}`. */
function classKey({ op: kind, arg, runes }: Instruction): string {
  let [a, b] = [0, 0];
  for (let i = 0; i < runes.length; i++) {
    const rune = runes[i] ?? 0;
    a = Math.imul(a ^ rune, 0x01_00_01_93);
    b = Math.imul(b + rune + 1, 0x9e_37_79_b1);
  }
  return `${kind} ${arg} ${runes.length} ${a} ${b} ${runes[0]} ${runes[runes.length - 1]}`;
}

const newline = 10;

function fits(inst: Instruction, rune: number): boolean {
  if (inst.runes.length > 0) return inst.matchRune(rune);
  return inst.op === op.anyButNewline ? rune !== newline : true;
}

/** One character for every set of classes that a character can belong to: the ends of all ranges and their neighbors. */
function samplesOf(classes: readonly Instruction[]): Set<number> {
  const samples = new Set([newline, 0x20, 0x61]);
  for (const { runes } of classes)
    for (const rune of Array.from(runes)) {
      for (const near of [rune - 1, rune, rune + 1]) samples.add(near);
      const text = rune >= 0 && rune <= 0x10_ff_ff ? String.fromCodePoint(rune) : '';
      for (const other of [text.toLowerCase(), text.toUpperCase()]) samples.add(other.codePointAt(0) ?? newline);
    }
  return samples;
}

/** The instructions that are reached without reading a character. */
function closure({ inst }: Program, from: readonly number[]): Set<number> {
  const reached = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const one = inst[at];
    if (!one || reached.has(at)) continue;
    reached.add(at);
    if (readsRune(one) || one.op === op.match || one.op === op.fail) continue;
    open.push(one.out);
    if (one.op === op.alt || one.op === op.altMatch) open.push(one.arg);
  }
  return reached;
}
