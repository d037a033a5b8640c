import { useSession } from '#src/entities/session/session.ts';

/** Whether devices of this person get the lists and mappings of submission targets. Others are refused by the calls, which say why. */
export function useHoldsLists(): boolean {
  const { may } = useSession();
  return may('submissions.use') || may('submissions.all');
}
