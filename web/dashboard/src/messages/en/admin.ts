// The words of the admin screens: their authors' to fill.
export const admin = {
  title: 'admin',
}
