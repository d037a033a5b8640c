import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The texts of a PDF in their order, one line for each, over all its pages. Throws for a file that is no PDF. */
export async function textsOfPdf(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 });
  const file = await task.promise;
  const texts: string[] = [];
  for (let at = 1; at <= file.numPages; at++) {
    const { items } = await (await file.getPage(at)).getTextContent();
    for (const item of items) if ('str' in item && item.str.trim() !== '') texts.push(item.str);
  }
  await task.destroy();
  return texts;
}
