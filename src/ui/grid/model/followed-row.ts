/**
 * The row of the focused cell. Rows arrive and leave while a person works, so the position of the cell alone may belong to another
 * row when a key is pressed.
 */
export class FollowedRow {
  #id: number | null = null;
  #hasLeft = false;

  /** Its id; null if it was not loaded when the user chose it. */
  get id(): number | null {
    return this.#id;
  }

  /** The user chose the row that is shown at the focused cell. */
  choose(id: number | null): void {
    this.#id = id;
    this.#hasLeft = false;
  }

  /** A row is shown at the focused cell. It takes the place of a row that left, or that was not loaded. */
  shown(id: number): void {
    if (this.#id === null || this.#hasLeft) this.choose(id);
  }

  /** The position of the row in a new order; negative if it left. Returns the position to move the focus to, or null to stay. */
  placed(position: number): number | null {
    this.#hasLeft = position < 0;
    return this.#hasLeft ? null : position;
  }

  /** Whether a key may act on a row that is shown at the focused cell. */
  is(id: number): boolean {
    return this.#id === null || this.#id === id;
  }
}
