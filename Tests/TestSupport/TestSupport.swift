public import Base
