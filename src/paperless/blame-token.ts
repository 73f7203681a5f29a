import { SignInError, UnavailableError } from '../errors.ts';

/**
 * The call's outcome; but what the token may not do is the affair of whoever runs this, and must not look as if the
 * person who asks were refused: that becomes an `UnavailableError`.
 */
export async function blameToken<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const message = `Paperless can't be asked who may see what. ${error.message}`;
    throw new UnavailableError('paperless', message, { cause: error });
  }
}
