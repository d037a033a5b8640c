import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Options = { readonly challenge: string };
type Flags = { readonly counter?: number; readonly origin?: string; readonly host?: string };

/** A software authenticator: one ES256 key, attestation "none", as a browser on `origin` would return it. */
export class PasskeyDouble {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #host: string;
  readonly #origin: string;
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    this.#host = new URL(origin).hostname;
  }

  /** The message with which a browser creates the passkey. */
  create({ challenge }: Options, flags: Flags = {}): Record<string, unknown> {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ]);
    const id = bytesOf(this.id);
    const length = Uint8Array.from([0, id.length]);
    const authData = Buffer.concat([this.#authData(0x45, flags), new Uint8Array(16), length, id, isoCBOR.encode(key)]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    const attestationObject = Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])).toString(
      'base64url',
    );
    const clientDataJSON = this.#clientData('webauthn.create', challenge, flags);
    return this.#message({ attestationObject, clientDataJSON, transports: ['internal'] });
  }

  /** The message with which a browser proves the passkey. The counter rises with each, unless one is given. */
  prove({ challenge }: Options, flags: Flags = {}): Record<string, unknown> {
    this.#counter = flags.counter ?? this.#counter + 1;
    const authenticatorData = this.#authData(0x05, flags);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, flags);
    const hash = createHash('sha256').update(bytesOf(clientDataJSON)).digest();
    const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), this.#keys.privateKey).toString('base64url');
    return this.#message({ authenticatorData: authenticatorData.toString('base64url'), clientDataJSON, signature });
  }

  #authData(bits: number, { host = this.#host }: Flags): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([createHash('sha256').update(host).digest(), Uint8Array.from([bits]), counter]);
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Flags): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }

  #message(response: Record<string, unknown>): Record<string, unknown> {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
