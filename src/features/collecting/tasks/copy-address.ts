import { toast } from '#src/ui/toast/toasts.tsx';

/** Copies the address of a task, to give it to the vendor. */
export async function copyAddress(address: string): Promise<void> {
  await navigator.clipboard.writeText(address);
  toast.success({ title: 'Address copied' });
}
