import { useParams } from 'react-router-dom';
import { RuleEdit } from '../editor/rule-edit.tsx';
import { RuleList } from './rule-list.tsx';

/** The documented URL shows the list, or one rule if it has an id. */
export function Rules() {
  const { id } = useParams();
  return id === undefined ? <RuleList /> : <RuleEdit key={id} id={id} />;
}
