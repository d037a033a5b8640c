import { useParams } from 'react-router-dom';
import { JobAlertList } from './job-alert-list.tsx';
import { JobAlertPage } from './job-alert-page.tsx';

/** `/notifications`: the job alerts; `/notifications/edit/:id`: one of them. */
export function JobAlerts() {
  const { id } = useParams();
  return id === undefined ? <JobAlertList /> : <JobAlertPage key={id} id={Number(id)} />;
}
