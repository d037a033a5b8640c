// Entry of the thread that reads the documents of one packet and joins them, bundled as `packet-worker.mjs` beside the server's main
// bundle. A hostile document can use up its memory or time, and no more.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { PDFDocument, type PDFImage } from 'pdf-lib';
import type { Unshown } from '#domain/submissions/packet-file.ts';
import type { FromPacketWorker, PacketFile, ToPacketWorker } from './packet-messages.ts';

/** Most pages of a packet. */
const mostPages = 500;
/** US Letter in points, and the margin around a picture. */
const [width, height] = [612, 792];
const margin = 36;

const packet = await PDFDocument.create();
const say = (message: FromPacketWorker): void => parentPort?.postMessage(message, []);

/** Adds the pages of a file. Returns how many, or why it is not shown. */
async function add({ kind, bytes }: PacketFile): Promise<number | Unshown> {
  try {
    return kind === 'pdf' ? await addPages(bytes) : addPicture(await embedded(kind, bytes));
  } catch {
    return 'broken';
  }
}

async function addPages(bytes: Uint8Array): Promise<number | Unshown> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  if (document.isEncrypted) return 'encrypted';
  const count = document.getPageCount();
  if (count === 0) return 'broken';
  if (packet.getPageCount() + count > mostPages) return 'tooLong';
  for (const page of await packet.copyPages(document, document.getPageIndices())) packet.addPage(page);
  return count;
}

const embedded = (kind: 'jpeg' | 'png', bytes: Uint8Array): Promise<PDFImage> =>
  kind === 'jpeg' ? packet.embedJpg(bytes) : packet.embedPng(bytes);

/** One page with a picture in its middle, not larger than it is. */
function addPicture(picture: PDFImage): number | Unshown {
  if (packet.getPageCount() + 1 > mostPages) return 'tooLong';
  const page = packet.addPage([width, height]);
  const fit = picture.scaleToFit(width - 2 * margin, height - 2 * margin);
  const shown = picture.width <= fit.width ? { width: picture.width, height: picture.height } : fit;
  page.drawImage(picture, { x: (width - shown.width) / 2, y: (height - shown.height) / 2, ...shown });
  return 1;
}

const results: (number | Unshown)[] = [];
for (const file of workerData as readonly PacketFile[]) results.push(await add(file));

if (parentPort) {
  const asked = once(parentPort, 'message');
  say({ kind: 'read', results });
  const [{ cover, title }] = (await asked) as [ToPacketWorker];
  const front = await PDFDocument.load(cover);
  const pages = await packet.copyPages(front, front.getPageIndices());
  for (const [at, page] of pages.entries()) packet.insertPage(at, page);
  packet.setTitle(title, { showInWindowTitleBar: true });
  packet.setProducer('Jobdock');
  say({ kind: 'packet', bytes: await packet.save() });
}
