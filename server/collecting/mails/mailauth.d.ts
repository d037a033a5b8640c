// The package brings no types. Only what `sender-check.ts` uses is declared.
declare module 'mailauth' {
  type Status = { readonly result: string };
  export function authenticate(
    message: Uint8Array,
    options: {
      readonly ip?: string;
      readonly helo?: string;
      readonly sender?: string;
      readonly mta: string;
      readonly disableArc: true;
      readonly disableBimi: true;
      readonly resolver: (name: string, type: string) => Promise<unknown>;
    },
  ): Promise<{
    readonly dkim: {
      readonly headerFrom?: readonly string[];
      readonly results?: readonly { readonly signingDomain?: string; readonly status: Status }[];
    };
    readonly spf: { readonly domain?: string; readonly status: Status } | false;
    readonly dmarc: { readonly domain?: string; readonly status: Status } | false;
  }>;
}
