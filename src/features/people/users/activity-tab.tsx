import { Link } from 'react-router-dom';
import type { Contact } from '#contract/people/contact-fields.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** The way to what a person did, and to what others changed of them. */
export const ActivityTab = ({ contact: { id, name } }: { contact: Contact }) => (
  <ul className="person-sessions" aria-label="Activity">
    <li>
      <Link to={pathTo('/activity', {}, { person: id })}>What {name} changed</Link>
    </li>
    <li>
      <Link to={pathTo('/activity', {}, { object: `user:${id}` })}>What was changed of {name}</Link>
    </li>
  </ul>
);
