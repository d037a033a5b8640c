import type { Point, Shape } from './state-shapes.ts';

/** The District of Columbia and the states that are too small for a pointer, from north to south. */
const called = ['NH', 'MA', 'RI', 'CT', 'NJ', 'DE', 'MD', 'DC'];

export type Callout = { readonly code: string; readonly from: Point; readonly at: Point };

const column = { x: 985, top: 168, step: 32 } as const;

/** Where the callouts stand, and from where their lines come. */
export const calloutsOf = (shapes: readonly Shape[]): readonly Callout[] =>
  called.flatMap((code, i) => {
    const shape = shapes.find((one) => one.code === code);
    return shape ? [{ code, from: shape.center, at: [column.x, column.top + i * column.step] as const }] : [];
  });
