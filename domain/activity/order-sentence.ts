/** The past of each verb that begins an order of `changeMessages`. A test demands that each sentence begins with one of them. */
const pasts: Readonly<Record<string, string>> = {
  Apply: 'applied',
  Accept: 'accepted',
  Activate: 'activated',
  Answer: 'answered',
  Assign: 'assigned',
  Cancel: 'canceled',
  Clear: 'cleared',
  Close: 'closed',
  Deactivate: 'deactivated',
  Enable: 'enabled',
  Disable: 'disabled',
  Dismiss: 'dismissed',
  Delete: 'deleted',
  Group: 'grouped',
  Hide: 'hid',
  Hold: 'held',
  Ignore: 'ignored',
  Make: 'made',
  Map: 'mapped',
  Mark: 'marked',
  Move: 'moved',
  'Permanently delete': 'permanently deleted',
  Pin: 'pinned',
  Post: 'posted',
  Release: 'released',
  Remove: 'removed',
  Reopen: 'reopened',
  Restore: 'restored',
  Resubmit: 'resubmitted',
  Save: 'saved',
  Send: 'sent',
  Set: 'set',
  Show: 'showed',
  Stop: 'stopped',
  Unassign: 'unassigned',
  Unlock: 'unlocked',
  Unmap: 'unmapped',
  Update: 'updated',
};
const verbs = Object.keys(pasts).sort((a, b) => b.length - a.length);

/** An order in the past: “Hold job 7” becomes “held job 7”. Null if its verb is not known. */
export function pastOf(order: string): string | null {
  const verb = verbs.find((each) => order === each || order.startsWith(`${each} `) || order.startsWith(`${each}:`));
  return verb === undefined ? null : `${pasts[verb]}${order.slice(verb.length)}`;
}
