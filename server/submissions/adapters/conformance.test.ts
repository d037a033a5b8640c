import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { steppedClock } from '#server/demo/double-kit/stepped-clock.ts';
import type { TargetDouble } from '#server/demo/double-kit/target-double.ts';
import { createLaborEdgeDouble, laborEdgeUser } from '#server/demo/labor-edge/labor-edge-double.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createTrioDouble, trioKey, trioTenant } from '#server/demo/submissions/trio-double.ts';
import { guardedSend } from '#server/targets/adapter/outbound.ts';
import type { SubmissionAdapter, SubmissionConnection } from '../adapter.ts';
import { submissionConnectors } from './all.ts';

type Rig = {
  readonly system: number;
  readonly start: () => Pick<TargetDouble, 'server' | 'faults'>;
  readonly connection: (url: string) => Pick<SubmissionConnection, 'orgKey' | 'secret' | 'site'>;
  readonly wrongSecret: string;
  /** The capabilities that are not null. */
  readonly can: readonly string[];
  readonly lists: readonly string[];
};

const { clientId, clientSecret, username, password } = doubleCredentials;
const rigs: Readonly<Record<string, Rig>> = {
  bullhorn: {
    system: 8,
    start: () => {
      const { server, faults } = createBullhornDouble({ facilities: 3 });
      return { server, faults: faults as TargetDouble['faults'] };
    },
    connection: (url) => ({
      orgKey: `${clientId}:${username}`,
      secret: `${clientSecret}:${password}`,
      site: `${url}/rest-services/loginInfo`,
    }),
    wrongSecret: `${clientSecret}:secret-canary`,
    can: ['addDocument', 'ats', 'checkCredentials', 'listen', 'lists', 'readCaregiver', 'readDocument', 'searchCaregivers'],
    lists: ['degree', 'specialty'],
  },
  trio: {
    system: 61,
    start: () => createTrioDouble(),
    connection: (url) => ({ orgKey: '', secret: trioKey, site: `${url}/${trioTenant}/api/v3` }),
    wrongSecret: 'secret-canary',
    can: [
      'checkCredentials',
      'documentLimits',
      'findCaregiver',
      'listen',
      'lists',
      'lookUp',
      'makeCaregiver',
      'readHint',
      'required',
      'signIns',
      'status',
      'submissions',
      'submit',
    ],
    lists: ['degree', 'specialty'],
  },
  laborEdge: {
    system: 25,
    start: () => createLaborEdgeDouble(),
    connection: (url) => ({
      orgKey: laborEdgeUser.username,
      secret: `${laborEdgeUser.clientSecret}:${laborEdgeUser.password}`,
      site: `${url}/${laborEdgeUser.organizationCode}`,
    }),
    wrongSecret: `${laborEdgeUser.clientSecret}:secret-canary`,
    can: ['checkCredentials', 'lists'],
    lists: ['degree', 'specialty', 'document'],
  },
};

const filter = { firstName: '', lastName: 'Abb', middleName: '', email: '', caregiverId: '' };
const nothing = { customerId: 1, targetId: 1, settings: {} };

describe.each(Object.entries(rigs))('%s', (_name, rig) => {
  let double: ReturnType<Rig['start']>;
  let url: string;
  let adapter: SubmissionAdapter;

  beforeEach(async () => {
    double = rig.start();
    url = await listenOnLoopback(double.server);
    adapter = open(rig, url);
  });
  afterEach(() => closeNow(double.server));

  const open = ({ system, connection }: Rig, at: string, secret?: string) => {
    const connector = submissionConnectors.get(system);
    if (!connector) throw new Error(`no adapter of ${system}`);
    const given = connection(at);
    return connector(
      { ...nothing, ...given, ...(secret !== undefined && { secret }) },
      { send: guardedSend([at]), clock: steppedClock() },
    );
  };

  test('its capabilities are those that are documented; the others are null', () => {
    const can = Object.entries(adapter).filter(([, value]) => value !== null);
    expect(can.map(([key]) => key).sort()).toEqual([...rig.can].sort());
  });

  test('right credentials pass, wrong ones fail with words that name no secret', async () => {
    expect(await adapter.checkCredentials?.()).toEqual({ kind: 'done', value: null });
    const wrong = await open(rig, url, rig.wrongSecret).checkCredentials?.();
    expect(wrong).toMatchObject({ kind: 'refused', words: expect.stringMatching(/\w/) });
    expect(JSON.stringify(wrong)).not.toContain('secret-canary');
  });

  test('a list has entries with ids and names; one that it lacks is not among its kinds', async () => {
    expect(adapter.lists?.kinds).toEqual(rig.lists);
    for (const kind of adapter.lists?.kinds ?? []) {
      const read = await adapter.lists?.read(kind, 0);
      const entries = read?.kind === 'done' ? read.value : [];
      expect(entries.length).toBeGreaterThan(1);
      expect(entries.every(({ extId, name }) => extId !== '' && name !== '')).toBe(true);
    }
  });

  test.each(['html-before', 'drop-before', 'error-before'] as const)('a read that is lost (%s) proves nothing', async (fault) => {
    await adapter.checkCredentials?.();
    const words = expect.stringMatching(/./);
    double.faults.push(fault);
    expect(await adapter.lists?.read('degree', 0)).toMatchObject({ kind: 'unknown', words });
    for (const read of [
      () => adapter.searchCaregivers?.(filter, 10),
      () => adapter.readCaregiver?.('70001'),
      () => adapter.findCaregiver?.('ada.abbott@candidates.example'),
      () => adapter.submissions?.(),
      () => adapter.status?.('1'),
    ]) {
      double.faults.push(fault);
      const answer = await read();
      if (answer) expect(answer).toMatchObject({ kind: 'unknown', words });
      double.faults.length = 0;
    }
  });
});
