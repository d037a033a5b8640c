import { partsOf } from './text-parts.ts';

/** Plain text whose addresses of web pages open in a window of their own. */
export const TextWithLinks = ({ text }: { text: string }) =>
  partsOf(text).map(({ text: part, link }, at) =>
    link === undefined ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
      <a key={at} href={link} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ),
  );
