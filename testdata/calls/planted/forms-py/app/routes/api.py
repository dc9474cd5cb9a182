from fastapi import APIRouter, Depends
from ..services import FileService, load_file, send, ping
from ..services.files import DiskRepo
from ..core.disk import logged, Store
from app.core import disk as d
router = APIRouter()
def get_service() -> FileService:
    return FileService(DiskRepo())
@router.get("/a")
async def a(id: str, svc: FileService = Depends(get_service)):
    return svc.get(id)
@router.get("/b")
@logged
async def b(id: str):
    return load_file(id)
@router.post("/c")
async def c(to: str):
    send(to)
    return [ping(x) for x in [to]]
@router.get("/d")
async def dd():
    service = get_service()
    with Store() as s:
        return service("x") + d.size("y")
