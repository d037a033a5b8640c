import { expect, test, vi } from 'vitest';
import { passkeysBlocked } from './passkey.ts';

const at = (address: string) => passkeysBlocked(new URL(address));

test('passkeys work on localhost and on https hosts with a name; elsewhere the reason names the remedy', () => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  expect(at('http://localhost:4180/')).toBeNull();
  expect(at('https://jobs.example/')).toBeNull();
  expect(at('http://127.0.0.1:4180/')).toContain('http://localhost:4180');
  expect(at('http://127.0.0.1/')).toContain('http://localhost to');
  expect(at('http://jobs.example/')).toContain('https');
  expect(at('https://10.0.0.5/')).toContain('https');
  vi.unstubAllGlobals();
  expect(at('https://jobs.example/')).toContain('no passkeys');
});
