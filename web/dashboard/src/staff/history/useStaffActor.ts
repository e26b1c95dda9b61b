import { useActor } from '../../history/useActor'
import { useViewer } from '../../shell/Viewer'

/** Who did something, in words, where the viewer is "you". */
export const useStaffActor = () => useActor(useViewer().displayName)
