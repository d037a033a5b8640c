import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { checkDomain } from '#contract/people/auth.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { keepReturnPath } from './return-path.ts';

type Offer = { readonly domain: string; readonly agency: string };

/** Typing pauses this long before the service is asked. */
const pauseMs = 400;

/** Offers the agency's own sign-on, once the domain of the typed address has one. */
export function SignOnOffer({ typed, from }: { typed: string; from: string }) {
  const offer = useOffer(domainIn(typed));
  const navigate = useNavigate();
  if (!offer) return null;
  const go = () => {
    keepReturnPath(from);
    void navigate(pathTo('/agency-sign-on/:domain?', { domain: offer.domain }));
  };
  return (
    <Button variant="default" fullWidth classNames={{ label: 'sign-on-label' }} onClick={go}>
      {`Continue with ${offer.agency}’s sign-on`}
    </Button>
  );
}

/** The domain of an address that is typed so far that it may be complete. */
const domainIn = (typed: string): string | null => /@([^@\s]+\.[a-z]{2,})\s*$/i.exec(typed)?.[1]?.toLowerCase() ?? null;

/** Asks by domain alone: the address stays on the device until the person signs in. */
function useOffer(domain: string | null): Offer | null {
  const call = useCall();
  const [offer, setOffer] = useState<Offer | null>(null);
  useEffect(() => {
    if (domain === null) return;
    let stale = false;
    const ask = async () => {
      const answer = await call(checkDomain, { email: `@${domain}` });
      const agency = answer.ok ? answer.value.agency : null;
      if (!stale) setOffer(agency === null ? null : { domain, agency });
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [call, domain]);
  return offer?.domain === domain ? offer : null;
}
