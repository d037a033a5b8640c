import { open } from 'node:fs/promises';

/** Makes new names in a folder survive a power failure. Windows cannot open a folder and needs no such step. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
