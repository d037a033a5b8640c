// The package brings no types. Only what tests use is declared.
declare module 'hoodiecrow-imap' {
  type Mailbox = { messages?: { raw: string; uid?: number; internaldate?: string; flags?: string[] }[]; uidvalidity?: number };
  type ImapServer = {
    listen(port: number, host: string, listening: () => void): void;
    close(done: () => void): void;
    appendMessage(mailbox: string, flags: readonly string[], internaldate: string | false, raw: string): void;
    readonly server: {
      address(): { readonly port: number };
      getConnections(count: (error: unknown, open: number) => void): void;
    };
    readonly storage: Record<string, Mailbox>;
  };
  export default function hoodiecrow(options: { plugins: readonly string[]; storage: Record<string, Mailbox> }): ImapServer;
}
