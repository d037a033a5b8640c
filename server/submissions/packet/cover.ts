import { unprintable } from '#domain/billing/printable.ts';
import { makePdf, type PdfPart } from '#server/billing/pdf/make-pdf.ts';

/** A document of the packet. `why`: why it is not shown; null if it is. `pages`: how many it has here. */
export type CoverLine = { readonly name: string; readonly pages: number; readonly why: string | null };

/** What the cover says. Of the caregiver it has the name alone. */
export type Cover = {
  readonly caregiver: string;
  readonly packageName: string;
  readonly job: string;
  readonly madeOn: string;
  readonly lines: readonly CoverLine[];
};

/** The cover page of a packet: caregiver, package, job, and each document with its pages or why it is not shown. */
export function coverPdf({ caregiver, packageName, job, madeOn, lines }: Cover): Promise<Uint8Array> {
  const shown = lines.filter(({ why }) => why === null);
  const others = lines.filter(({ why }) => why !== null);
  return makePdf({
    pageSize: 'LETTER',
    pageMargins: [54, 54, 54, 54],
    info: { title: 'Packet', author: 'Jobdock', subject: 'Preview of a submission' },
    footer: () => ({
      text: `Preview made on ${madeOn}. It was not sent.`,
      fontSize: 8,
      color: '#555555',
      margin: [54, 12, 54, 0],
    }),
    content: [
      { text: printed(caregiver), fontSize: 22, bold: true, margin: [0, 0, 0, 4] },
      { text: printed(packageName), fontSize: 12, color: '#555555' },
      { text: printed(job), fontSize: 12, color: '#555555', margin: [0, 0, 0, 24] },
      ...part('Documents', shown, ({ pages }) => `${pages} ${pages === 1 ? 'page' : 'pages'}`),
      ...part('Not shown', others, ({ why }) => why ?? ''),
    ],
  });
}

function part(title: string, lines: readonly CoverLine[], note: (line: CoverLine) => string): PdfPart[] {
  if (lines.length === 0) return [];
  const rows = lines.map(
    (line): PdfPart => ({
      columns: [
        { text: printed(line.name), width: 180 },
        { text: printed(note(line)), color: '#555555' },
      ],
      columnGap: 12,
      margin: [0, 3, 0, 3],
    }),
  );
  return [{ text: title, bold: true, margin: [0, 8, 0, 4] }, ...rows];
}

/** A text as the font prints it: a letter that the font lacks becomes a question mark. */
const printed = (text: string): string =>
  Array.from(text.normalize('NFC'), (letter) => (unprintable(letter).length > 0 ? '?' : letter)).join('');
