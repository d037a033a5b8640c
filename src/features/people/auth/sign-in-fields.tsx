import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { SigningIn } from './use-sign-in.ts';

/** The fields of the sign-in form. The page's first paint has the same ones, from the build: they may use no hook of the app. */
export function SignInFields({ state, onForgot }: { state: SigningIn; onForgot?: () => void }) {
  return (
    <>
      <TextInput
        label="User name"
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        withAsterisk={false}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      />
      <Button type="submit" name="sign-in" fullWidth loading={state !== 'idle'}>
        Sign in
      </Button>
      <p className="muted session-check" role="status">
        {state === 'checking' && 'Running a security check on this device…'}
      </p>
      <div className="session-more">
        <button type="button" name="forgot" className="link-button" onClick={onForgot}>
          Forgot password?
        </button>
      </div>
    </>
  );
}
