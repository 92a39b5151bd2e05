"""The same as read_vtp.py, by VTK itself."""
import numpy
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkDataArray, vtkStringArray
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader


def read(file):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(str(file))
    reader.Update()
    assert reader.GetErrorCode() == 0
    data = reader.GetOutput()
    units = {}

    def values(fields):
        out = {}
        for i in range(fields.GetNumberOfArrays()):
            a = fields.GetAbstractArray(i)
            if isinstance(a, vtkStringArray):
                out[a.GetName()] = [a.GetValue(k) for k in range(a.GetNumberOfValues())]
                continue
            out[a.GetName()] = vtk_to_numpy(a)
            info = a.GetInformation()
            if info.Has(vtkDataArray.UNITS_LABEL()):
                units[a.GetName()] = info.Get(vtkDataArray.UNITS_LABEL())
        return out

    def cells(array):
        ends = vtk_to_numpy(array.GetOffsetsArray()) if array.GetNumberOfCells() else [0]
        corners = vtk_to_numpy(array.GetConnectivityArray()) if len(ends) > 1 else []
        return [corners[a:b] for a, b in zip(ends[:-1], ends[1:])]

    points = vtk_to_numpy(data.GetPoints().GetData()) if data.GetNumberOfPoints() else numpy.zeros((0, 3))
    return {"points": points, "verts": cells(data.GetVerts()), "lines": cells(data.GetLines()), "polys": cells(data.GetPolys()),
            "point_data": values(data.GetPointData()), "cell_data": values(data.GetCellData()),
            "field_data": values(data.GetFieldData()), "units": units}
