import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FollowedRow } from './followed-row.ts';

type Step =
  | { readonly kind: 'arrive' | 'leave'; readonly at: number }
  | { readonly kind: 'draw' | 'answer' | 'key' }
  | { readonly kind: 'move'; readonly by: number };

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('arrive', 'leave'), at: fc.nat(100) }),
    fc.record({ kind: fc.constantFrom('draw', 'answer', 'key', 'key') }),
    fc.record({ kind: fc.constant('move'), by: fc.constantFrom(-1, 1) }),
  ),
  { minLength: 20, maxLength: 60 },
) as fc.Arbitrary<readonly Step[]>;

/** The grid as the model sees it: rows change at once, what is drawn and the answers about positions come later. */
class Desk {
  readonly followed = new FollowedRow();
  order = Array.from({ length: 12 }, (_, n) => n);
  drawn = [...this.order];
  position = 0;
  /** The row that the user chose. */
  chosen: number | undefined;
  #next = 100;

  do(step: Step): number | null {
    if (step.kind === 'arrive') this.order.splice(step.at % (this.order.length + 1), 0, this.#next++);
    else if (step.kind === 'leave') this.order.splice(step.at % Math.max(1, this.order.length), 1);
    else if (step.kind === 'draw') this.#draw();
    else if (step.kind === 'answer') this.#answer();
    else if (step.kind === 'move') this.#move(step.by);
    else return this.#key();
    return null;
  }

  #draw(): void {
    this.drawn = [...this.order];
    this.position = Math.max(0, Math.min(this.drawn.length - 1, this.position));
    const shown = this.drawn[this.position];
    if (shown !== undefined) this.followed.shown(shown);
  }

  #answer(): void {
    if (this.followed.id === null) return;
    this.position = this.followed.placed(this.order.indexOf(this.followed.id)) ?? this.position;
  }

  #move(by: number): void {
    this.position = Math.max(0, Math.min(this.drawn.length - 1, this.position + by));
    this.chosen = this.drawn[this.position];
    this.followed.choose(this.chosen ?? null);
  }

  /** The row that a key acts on, or null if it acts on none. */
  #key(): number | null {
    const shown = this.drawn[this.position];
    return shown !== undefined && this.followed.is(shown) ? shown : null;
  }
}

test('a key never acts on another row than the chosen one while that is among the rows', () => {
  let acted = 0;
  fc.assert(
    fc.property(steps, (given) => {
      const desk = new Desk();
      desk.do({ kind: 'move', by: 1 });
      for (const step of given) {
        const id = desk.do(step);
        if (id === null) continue;
        acted += 1;
        if (desk.chosen !== undefined && desk.order.includes(desk.chosen)) expect(id).toBe(desk.chosen);
        // Another row was shown in its place, so it is the chosen one from here on.
        else desk.chosen = id;
      }
    }),
    { numRuns: 10_000 },
  );
  expect(acted).toBeGreaterThan(10_000);
});

test('the focus follows its row, and a row that returns is followed again', () => {
  const followed = new FollowedRow();
  followed.choose(7);
  expect(followed.placed(4)).toBe(4);
  expect(followed.is(8)).toBe(false);
  expect(followed.placed(-1)).toBeNull();
  expect(followed.placed(2)).toBe(2);
  expect(followed.placed(-1)).toBeNull();
  followed.shown(8);
  expect(followed.id).toBe(8);
  expect(followed.is(8)).toBe(true);
});
