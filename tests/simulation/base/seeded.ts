/** Hashes a text to a number, the same on every machine (32-bit FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** A quick stand-in for SHA-256, the same on the devices and the service of a history. */
export const digestOf = (text: string): string =>
  `${hashOf(text).toString(16)}-${hashOf(`again ${text}`).toString(16)}-${text.length}`;

/**
 * Random numbers from a seed (mulberry32). Each stream of a history is separate, so that drawing more from one does not change
 * the others.
 */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }

  readonly unit = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };

  /** An integer from `least` to below `end`. */
  int(least: number, end: number): number {
    return least + Math.floor(this.unit() * (end - least));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.unit() * list.length)] as T;
  }

  /** One of the names, by weight. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries(weights) as [T, number][];
    let left = this.unit() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return (entries[0] as [T, number])[0];
  }

  /** A 128-bit id. */
  readonly id = (): string => {
    let text = '';
    for (let i = 0; i < 4; i++)
      text += Math.floor(this.unit() * 4_294_967_296)
        .toString(16)
        .padStart(8, '0');
    return text;
  };
}
