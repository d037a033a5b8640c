import type { ReactNode } from 'react';

/** A text whose web addresses open in a new window. */
export const linkedText = (text: string): readonly ReactNode[] =>
  text.split(/(https?:\/\/[^\s<>"]+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never move
      <a key={at} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  );
