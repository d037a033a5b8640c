import { Link } from 'react-router-dom';
import { readSystemSettings, type SystemSettings } from '#contract/system/system-settings.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { SettingsPage, SettingsPart } from '#src/ui/page/settings-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { AdministratorSignIn } from './administrator-sign-in.tsx';
import { FailedWork } from './failed-work.tsx';
import { FreshBooksPart } from './freshbooks-settings.tsx';
import { JiraPart } from './jira-settings.tsx';
import { SlackPart } from './slack-settings.tsx';
import { SmsPart } from './sms-settings.tsx';
import './system-settings.css';

/** The provider's settings for all customers: the AI that answers prompts, drafts rules and suggests mappings. */
export function SystemSettingsScreen() {
  const answer = useReply(readSystemSettings, {});
  return (
    <SettingsPage title="System settings" answer={answer} what="The settings">
      {({ ai }) => (
        <>
          <AiPart ai={ai} />
          <SlackPart />
          <JiraPart />
          <SmsPart />
          <FreshBooksPart />
          <AdministratorSignIn />
          <FailedWork />
        </>
      )}
    </SettingsPage>
  );
}

/** The engine of the system settings, which has a screen of its own with all engines and models. */
function AiPart({ ai }: { ai: SystemSettings['ai'] }) {
  return (
    <SettingsPart
      title="AI"
      about={
        ai
          ? `${ai.model} at ${new URL(ai.url).host} answers AI prompts, drafts rules and suggests mappings.`
          : 'No AI is connected. The built-in engine drafts rules and matches values. Rules’ AI prompts wait until an AI is connected.'
      }
    >
      <p>
        <Link to={pathTo('/aimodels', {}, { show: 'engines' })}>AI engines and models</Link> ·{' '}
        <Link to={pathTo('/aiprompts')}>AI prompts</Link>
      </p>
    </SettingsPart>
  );
}
