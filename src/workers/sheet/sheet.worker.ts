import { expose } from 'comlink';
import { writeSheet } from './write-sheet.ts';

const api = { write: writeSheet };
/** What the page can ask of this worker. */
export type SheetApi = typeof api;

expose(api);
