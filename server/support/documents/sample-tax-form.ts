const pageWidth = 612;
const pageHeight = 792;

type Line = { readonly text: string; readonly size: number; readonly y: number };

const lines: readonly Line[] = [
  { text: 'SAMPLE', size: 28, y: 700 },
  { text: 'Tax form (Form W-9)', size: 18, y: 664 },
  { text: 'This page is a sample of Jobdock. It is no tax form and must not be filed.', size: 11, y: 632 },
  { text: 'An administrator of the provider replaces it by the signed form of the provider:', size: 11, y: 612 },
  { text: 'open Support, Documents, and choose Replace file for the tax form.', size: 11, y: 596 },
  { text: 'The form of the provider has its name, address, tax classification,', size: 11, y: 564 },
  { text: 'taxpayer identification number, signature and date.', size: 11, y: 548 },
];

/** Text as a PDF writes it: a backslash before what has a meaning. */
const literal = (text: string): string => `(${text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`)})`;

const drawn = (): string => lines.map(({ text, size, y }) => `BT /F1 ${size} Tf 72 ${y} Td ${literal(text)} Tj ET`).join('\n');

/**
 * The sample that is given out until the provider has uploaded its tax form: a PDF of one page. Its text is fixed and in a font that every
 * reader has, so it needs no PDF library and no font file. Offsets in its table are bytes, and all of it is ASCII.
 */
export function sampleTaxForm(): Uint8Array {
  const content = drawn();
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Title (Sample of a tax form) /Producer (Jobdock) >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = pdf.length;
  const size = objects.length + 1;
  pdf += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(pdf);
}
