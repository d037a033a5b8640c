/** The characters of GSM 03.38, which phones send in seven bits each, and those of its extension, which take two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extension = new Set('^{}\\[~]|€\f');

/** Places in a message of one segment, and in each segment of a longer one. */
const places = { gsm: [160, 153], unicode: [70, 67] } as const;

/** How a text travels: one of two alphabets, and as how many segments. A provider bills each segment. */
export type Segments = { readonly alphabet: 'gsm' | 'unicode'; readonly places: number; readonly segments: number };

/** Counts the segments of a text. A character is never split between two of them. No text has no segment. */
export function segmentsOf(text: string): Segments {
  const characters = Array.from(text);
  const alphabet = characters.every((one) => basic.has(one) || extension.has(one)) ? 'gsm' : 'unicode';
  const widths = characters.map((one) => (alphabet === 'gsm' ? (extension.has(one) ? 2 : 1) : one.length));
  const taken = widths.reduce((sum, width) => sum + width, 0);
  const [single, each] = places[alphabet];
  if (taken <= single) return { alphabet, places: taken, segments: taken === 0 ? 0 : 1 };
  let segments = 1;
  let left: number = each;
  for (const width of widths) {
    if (width > left) {
      segments += 1;
      left = each;
    }
    left -= width;
  }
  return { alphabet, places: taken, segments };
}

const plain: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '·': '-',
  '•': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\t': ' ',
};

/** A text with typographic quotes, dashes and spaces as plain ones: one of them alone would more than double the segments. */
export const plainSigns = (text: string): string =>
  text.replaceAll(/[‘’‚“”„–—‑…·•\u00a0\u202f\t]/g, (sign) => plain[sign] ?? sign);
