// The words of the staff screens: their authors' to fill.
export const staff = {
  title: 'staff',
}
