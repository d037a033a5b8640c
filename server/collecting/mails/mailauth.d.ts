// The package brings no types. Only what `sender-check.ts` and its test use is declared.
declare module 'mailauth' {
  type Status = { readonly result: string };
  type Seal = {
    readonly signingDomain: string;
    readonly selector: string;
    readonly privateKey: string;
    readonly signTime?: Date;
  };
  /** The ARC headers of an email that a server has judged before it changed it. */
  export function sealMessage(
    message: Uint8Array,
    seal: Seal & { readonly authResults: string; readonly cv: 'none' },
  ): Promise<Buffer>;
  export function authenticate(
    message: Uint8Array,
    options: {
      readonly ip?: string;
      readonly helo?: string;
      readonly sender?: string;
      readonly mta: string;
      readonly disableArc: boolean;
      readonly disableBimi: true;
      /** Adds ARC headers, as a forwarder does. */
      readonly seal?: Seal;
      readonly resolver: (name: string, type: string) => Promise<unknown>;
    },
  ): Promise<{
    /** What a server on the way writes before the email. */
    readonly headers: string;
    readonly dkim: {
      readonly headerFrom?: readonly string[];
      readonly results?: readonly {
        readonly signingDomain?: string;
        /** Base64. mailauth also lists ARC seals here, which have none. */
        readonly bodyHashExpecting?: string;
        readonly status: Status;
      }[];
      readonly arc?: { readonly chain?: unknown };
    };
    readonly arc:
      | {
          readonly status: Status;
          readonly signature?: { readonly canonBodyLengthLimited?: boolean } | false;
          /** Those of the newest set, which `chain` then lacks. */
          readonly authenticationResults?: unknown;
        }
      | false;
    readonly spf: { readonly domain?: string; readonly status: Status } | false;
    readonly dmarc: { readonly domain?: string; readonly status: Status } | false;
  }>;
}
