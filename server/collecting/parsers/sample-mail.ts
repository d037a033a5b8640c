import type { DocumentReading } from '#contract/collecting/parsed-document.ts';

/**
 * A sample as it is kept: an email made from what people see of it, so that nothing that runs, loads or hides is stored, and so that
 * it is read in the same way as the emails that come in.
 */
export function sampleMail({ subject, from, html, plain, document }: DocumentReading): Buffer {
  if (document.kind === 'sheet') return Buffer.from(sheetText(document));
  const [type, body] = plain === null ? ['text/html', html] : ['text/plain', plain];
  const headers = [
    ...(from === '' ? [] : [`From: <${from.replaceAll(/[^\w.+@-]/g, '')}>`]),
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    'MIME-Version: 1.0',
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
  ];
  return Buffer.from(
    `${headers.join('\r\n')}\r\n\r\n${Buffer.from(body)
      .toString('base64')
      .replaceAll(/.{1,76}/g, '$&\r\n')}`,
  );
}

/** The rows of a worksheet as CSV. */
function sheetText({ text, cells }: DocumentReading['document']): string {
  const rows: string[][] = [];
  for (const { row, column, start, end } of cells) {
    const cellsOfRow = (rows[row - 1] ??= []);
    cellsOfRow[column - 1] = `"${text.slice(start, end).replaceAll('"', '""')}"`;
  }
  const width = Math.max(...rows.map((row) => row?.length ?? 0));
  return Array.from(rows, (row) => Array.from({ length: width }, (_, n) => row?.[n] ?? '').join(',')).join('\n');
}
