import { useParams } from 'react-router-dom';
import { RuleEdit } from '../editor/rule-edit.tsx';
import { RuleList } from './rule-list.tsx';

/** The documented address stands for the list and, with an id, for one rule. */
export function Rules() {
  const { id } = useParams();
  return id === undefined ? <RuleList /> : <RuleEdit key={id} id={id} />;
}
