import { strToU8, zipSync } from 'fflate';
import { maxUploadBytes, uploadJobs } from '#contract/collecting/uploads.ts';
import { requestOf } from '#src/sync/transport/request.ts';
import { type Findings, judge } from './matrix.ts';
import { customers, type Stage } from './stage.ts';

/** A file for eight people to upload at once. */
export type Uploaded = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

const people = 8;
/** Each is up to 24 requests of `Stage.ask`. */
const mostBusy = 10;

/** Files of `size` bytes that would take a parser long, or much memory. */
export function hostileFiles(size = maxUploadBytes): readonly Uploaded[] {
  /** Repeats a text up to the size. */
  const filled = (part: string, before = '', after = '') =>
    Uint8Array.from(strToU8(before + part.repeat(Math.floor((size - before.length - after.length) / part.length)) + after));
  return [
    { name: 'XML elements that never close', bytes: filled('<a>', '<r>') },
    { name: 'XML values that are no records', bytes: filled('<a>x</a>', '<r>', '</r>') },
    { name: 'JSON records without fields', bytes: filled('{},', '[', '{}]') },
    { name: 'JSON arrays in arrays', bytes: filled('[') },
    { name: 'columns without end', bytes: filled('a,') },
    { name: 'a quote that never closes', bytes: filled('2,Grace\n', 'Job ID,Facility\n1,"Mercy\n') },
    { name: 'one line', bytes: filled('x') },
    {
      name: 'a spreadsheet that unpacks to nine times its size',
      bytes: Uint8Array.from(
        zipSync({ 'xl/sheet.xml': new Uint8Array(size * 9), 'pad.bin': [filled('x').subarray(size / 10), { level: 0 }] }),
      ),
    },
  ];
}

/** Files of `size` bytes as a vendor would send them. */
export function usualFiles(size = maxUploadBytes): readonly Uploaded[] {
  return Array.from({ length: people }, (_, file) => {
    let text = 'Job ID,Facility,Degree,Specialty,Shift,Duration,State,City,Bill Rate,Start Date,Description\n';
    for (let n = 0; text.length < size - 200; n++)
      text += `V${file}-${n},Mercy Hospital ${n % 900},Registered Nurse,ICU,Nights 12x3,13 weeks,TX,Dallas,${40 + (n % 60)}.50,2026-12-01,Float required.\n`;
    return { name: `jobs ${file}`, bytes: Uint8Array.from(strToU8(text)) };
  });
}

/** Eight people upload to two customers, a file each, all at once. They ask again while the service is busy, until each has an answer. */
export async function uploadAtOnce(stage: Stage, files: readonly Uploaded[]): Promise<Findings> {
  const counts = { files: files.length, megabytes: 0, read: 0, refused: 0 };
  const wrong: string[] = [];
  await Promise.all(
    files.map(async ({ name, bytes }, n) => {
      counts.megabytes += Math.round(bytes.length / 1_000_000);
      const args = { cust: n % 2 === 0 ? customers.own : customers.linked, file: bytes, fileName: 'file.csv' };
      const { method, path, body } = requestOf(uploadJobs, args, new File([bytes], args.fileName));
      const ask = () => stage.ask('everything', { method, path, headers: {}, ...(body === undefined ? {} : { body }) });
      let answer = await ask();
      for (let busy = 0; answer.status === 429 && busy < mostBusy; busy++) answer = await ask();
      if (answer.status === 200) counts.read += 1;
      else if (answer.status === 400 || answer.status === 413) counts.refused += 1;
      else wrong.push(`the file "${name}" answered ${answer.status}: ${answer.text.slice(0, 200)}`);
      const said = judge('everything', false, answer);
      if (said !== undefined) wrong.push(`the file "${name}" ${said}`);
    }),
  );
  return { counts, wrong };
}
