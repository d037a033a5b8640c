import type { PacketKind, Unshown } from '#domain/submissions/packet-file.ts';

/** A file of a packet as its thread gets it. */
export type PacketFile = { readonly kind: PacketKind; readonly bytes: Uint8Array };
/** The cover, once it is known what is shown. */
export type ToPacketWorker = { readonly cover: Uint8Array; readonly title: string };
/** `results`: for each file the number of its pages, or why it is not shown. */
export type FromPacketWorker =
  | { readonly kind: 'read'; readonly results: readonly (number | Unshown)[] }
  | { readonly kind: 'packet'; readonly bytes: Uint8Array };
