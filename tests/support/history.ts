import { readJobHistory } from '#contract/staging/job-history.ts';
import { ApiClient, demo } from './api-client.ts';
import type { Edit } from './page-kit.ts';

/** Edits that are not in their job's history on the service exactly once, as sentences. */
export async function notThereOnce(port: number, edits: readonly Edit[]): Promise<string[]> {
  const api = new ApiClient(`http://127.0.0.1:${port}`);
  await api.signIn(...demo.administrator);
  const wrong: string[] = [];
  for (const id of new Set(edits.map((edit) => edit.id))) {
    const { rows: lines } = await api.call(readJobHistory, { cust: 'me', jobId: id });
    for (const { field, value } of edits.filter((edit) => edit.id === id)) {
      const times = lines.filter((line) => line.how === 'manual' && line.field === field && line.after === value).length;
      if (times !== 1) wrong.push(`${field} ${value} of job ${id} is there ${times} times`);
    }
  }
  return wrong;
}
