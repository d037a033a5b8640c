import { useParams } from 'react-router-dom';
import { RoleEdit } from './role-edit.tsx';
import { RoleMatrix } from './role-matrix.tsx';

/** `/roles`: the matrix of roles and rights. `/roles/edit/:id`: one of the roles. */
export function RolesScreen() {
  const { id } = useParams();
  return id === undefined ? <RoleMatrix /> : <RoleEdit />;
}
