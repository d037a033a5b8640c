import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobdock-match-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command over two files, as a person does, and gives what it printed, line by line. */
async function match(targets: string, inputs: string, kind = 'facility'): Promise<string[]> {
  const [t, i] = [join(folder, 'targets.csv'), join(folder, 'inputs.csv')];
  await Promise.all([writeFile(t, targets), writeFile(i, inputs)]);
  const command = [
    join(root, 'scripts/run.mjs'),
    join(root, 'scripts/match.ts'),
    '--',
    '--kind',
    kind,
    '--targets',
    t,
    '--inputs',
    i,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
  return stdout.trimEnd().split('\n');
}

// Rows as the public lists write them: the same hospitals as one registry of 2012 and one of 2026 name them.
const targets = `ccn,name,address,city,state,zip
020024,CENTRAL PENINSULA GENERAL HOSPITAL,250 HOSPITAL PLACE,SOLDOTNA,AK,99669
020006,MAT-SU REGIONAL MEDICAL CENTER,2500 SOUTH WOODWORTH LOOP,PALMER,AK,99645
010001,SOUTHEAST HEALTH MEDICAL CENTER,1108 ROSS CLARK CIRCLE,DOTHAN,AL,36301
010005,MARSHALL MEDICAL CENTERS,2505 U S HIGHWAY 431 NORTH,BOAZ,AL,35957
`;
const inputs = `pair_id,source_name,source_address,source_city,source_state,source_zip
a,Central Peninsula Gen. Hosp.,250 Hospital Pl,Soldotna,AK,99669
b,SOUTHEAST ALABAMA MEDICAL CENTER,1108 ROSS CLARK CIRCLE,DOTHAN,AL,36301
c,"Nowhere Clinic, The",1 Other Street,Reno,NV,89501
`;

test('prints id, target and certainty for each row, under the columns that the public lists have', {
  timeout: 120_000,
}, async () => {
  const [head, ...rows] = await match(targets, inputs);
  expect(head).toBe('id,target,certainty');
  const read = rows.map((row) => row.split(',') as [string, string, string]);
  expect(read.map(([id]) => id)).toEqual(['a', 'b', 'c']);
  expect(read.slice(0, 2).map(([, target]) => target)).toEqual(['020024', '010001']);
  for (const [, , certainty] of read.slice(0, 2)) expect(Number(certainty)).toBeGreaterThan(80);
  // What fits nothing comes out low, so that it is not mapped.
  expect(Number(read[2]?.[2])).toBeLessThan(50);
});

test('says in one sentence which column is missing', { timeout: 120_000 }, async () => {
  await expect(match('ccn,town\n1,Reno\n', inputs)).rejects.toThrow(/no column for the name/);
});

test('a facility is found by the former name that the list has for it', { timeout: 120_000 }, async () => {
  const renamed =
    'id,name,former_name,city,state\n1,Harbor Health Riverside,Riverside Memorial Hospital,Reno,NV\n2,Sierra Clinic,,Reno,NV\n';
  const [, row] = await match(renamed, 'id,name,city,state\nx,RIVERSIDE MEMORIAL HOSP,Reno,NV\n');
  expect(row?.split(',').slice(0, 2)).toEqual(['x', '1']);
  expect(Number(row?.split(',')[2])).toBeGreaterThan(80);
});

test.each([
  ['degree', 'id,name\n1,RN\n2,LPN/LVN\n', 'id,name\nx,Registered Nurse\ny,Licensed Vocational Nurse\n', ['x,1', 'y,2']],
  [
    'specialty',
    'id,name,degree\n1,LTC,RN\n2,LTC,LPN/LVN\n3,Stepdown,RN\n',
    'id,name,degree\nx,Long Term Care,LVN\ny,Step-down,RN\n',
    ['x,2', 'y,3'],
  ],
  ['shift', 'id,name\n1,Day 12h 7a-7p\n2,Night 12h 7p-7a\n', 'id,name\nx,3x12 Nights 1900-0700\n', ['x,2']],
])('matches values of the kind %s', { timeout: 120_000 }, async (kind, list, values, expected) => {
  const [, ...rows] = await match(list, values, kind);
  expect(rows.map((row) => row.split(',').slice(0, 2).join(','))).toEqual(expected);
});

test('names the kinds if another one is asked for', { timeout: 120_000 }, async () => {
  await expect(match(targets, inputs, 'color')).rejects.toThrow(/choose facility, degree, specialty, shift/);
});
